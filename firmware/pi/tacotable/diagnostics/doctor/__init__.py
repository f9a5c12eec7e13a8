"""The doctor: looks a table and its Pi over, names what is wrong, and says the mend."""
