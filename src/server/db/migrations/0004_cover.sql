-- Which color a child has chosen for the cover of its book (core/covers.ts); NULL: evergreen.
ALTER TABLE child ADD COLUMN cover text;
