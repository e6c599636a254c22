-- How often each article of the blog was opened. Articles are files; nothing says who read them.
CREATE TABLE blog_view (
  slug text NOT NULL CHECK (slug <> '' AND length(slug) <= 80),
  views bigint NOT NULL CHECK (views > 0),
  PRIMARY KEY (slug)
);

GRANT SELECT, INSERT, UPDATE ON blog_view TO satling_app;
