"""The real command and the real AgentCompass, on loopback."""
