-- Which face a child has chosen (core/faces.ts); NULL: the one by gender.
ALTER TABLE child ADD COLUMN face text;
