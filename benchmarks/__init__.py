"""Speed and scale, measured as ratios in one run: ours and the peers on texts that anyone can make again."""
