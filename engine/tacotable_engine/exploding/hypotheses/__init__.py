"""What hidden cards may be, and what is proven of them."""
