"""The edge: everything that touches the machine beyond a path that was handed in."""
