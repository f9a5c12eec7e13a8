"""Reader hubs: found by asking, heard and lit over one USB cable each."""
