"""What programs ask: the JSON API with the document that describes it, and the live feed."""
