"""The parts of the Data page: what is loaded, how it is read, what is asked."""
