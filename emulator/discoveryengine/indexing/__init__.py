"""What is in the indexes of data stores: documents, their fields, the branches that hold them."""
