"""Running commands: the user's own, unchanged and recorded, and the measured rerun of one task.

Records lie in the user's state folder, private to the user; they are never part of a bundle as they are.
"""
