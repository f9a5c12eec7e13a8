"""People with habits: whole games of hands that are quick, late, early and doubled, and what checks them."""
