"""The wiring of a table for its maker: pictures, parts, labels and holes, all drawn from the table file."""
