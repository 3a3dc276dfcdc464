"""The learner's side: `check`, `hint`, `solution` and `progress` in a live kernel, and what they remember on disk."""
