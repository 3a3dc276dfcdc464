"""Learn context engineering: notebooks that judge, explain and draw the learner's own functions."""
