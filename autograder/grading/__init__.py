"""Other people's code: read from notebooks, run where it can do no harm, and marked."""
