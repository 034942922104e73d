-- What the first curl can order. SKU-SCARCE has two pieces, so that a refusal can be seen.
INSERT INTO product (sku, name) VALUES
  ('SKU-1', 'Espresso cup'),
  ('SKU-2', 'Teapot, cast iron'),
  ('SKU-TEA', 'Green tea 🍵 from Uji 宇治'),
  ('SKU-SCARCE', 'Signed first edition');
INSERT INTO stock (sku, supplied, available) VALUES
  ('SKU-1', 1000000, 1000000),
  ('SKU-2', 1000000, 1000000),
  ('SKU-TEA', 1000000, 1000000),
  ('SKU-SCARCE', 2, 2);
