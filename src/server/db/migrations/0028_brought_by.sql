-- Who brought the line; of those that came before, nobody knows.
ALTER TABLE returned_entry ADD COLUMN brought_by uuid;
