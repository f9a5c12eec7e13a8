"""Walk-throughs: scripted flows on the simulated table, and the display pictures that the pages show of them."""
