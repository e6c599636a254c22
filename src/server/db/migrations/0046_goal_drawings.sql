-- Which drawing was chosen for a goal (core/goal-drawings.ts); NULL: the one of its category.
ALTER TABLE goal ADD COLUMN drawing text;
