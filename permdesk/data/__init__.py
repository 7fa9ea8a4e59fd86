"""Files become typed, checked values: tables, attributes, pairs of files, problems."""
