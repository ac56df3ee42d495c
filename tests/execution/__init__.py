"""Running commands: unchanged, recorded, measured."""
