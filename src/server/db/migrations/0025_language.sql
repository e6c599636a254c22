-- In which language a person reads mails and what a device is told; null until a browser has said it.
ALTER TABLE users ADD COLUMN language text CHECK (language IN ('en', 'de', 'es'));
