"""What scanning may cost: ratios within one run, never seconds."""
