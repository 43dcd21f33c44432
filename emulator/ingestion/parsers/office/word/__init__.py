"""The parts of Word documents: `text` of paragraphs, `tables`, `styles` and `numbering`."""
