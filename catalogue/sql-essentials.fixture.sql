-- The small shop and the weather diary that the examples of sql-essentials.md read and change, on SQLite and on PostgreSQL.
-- It has a bit of everything a query may meet: a category without products, a product without a category and one without
-- stock, equal prices, customers who came through another one, one who never bought, and a day without a rain reading.
CREATE TABLE category (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE product (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  price NUMERIC(8, 2) NOT NULL,
  stock INTEGER NOT NULL DEFAULT 0,
  category_id INTEGER REFERENCES category (id)
);

CREATE TABLE customer (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  city TEXT NOT NULL,
  referrer_id INTEGER REFERENCES customer (id)
);

CREATE TABLE sale (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  product_id INTEGER NOT NULL REFERENCES product (id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  sold_on TEXT NOT NULL
);

CREATE TABLE weather (
  station TEXT NOT NULL,
  day TEXT NOT NULL,
  celsius INTEGER NOT NULL,
  rain INTEGER,
  PRIMARY KEY (station, day)
);

INSERT INTO category (id, name)
VALUES
  (1, 'Furniture'),
  (2, 'Lighting'),
  (3, 'Kitchen'),
  (4, 'Garden');

INSERT INTO product (id, name, price, stock, category_id)
VALUES
  (1, 'Oak desk', 240.00, 3, 1),
  (2, 'Oak chair', 89.50, 12, 1),
  (3, 'Bookshelf', 120.00, 5, 1),
  (4, 'Desk lamp', 34.90, 8, 2),
  (5, 'Floor lamp', 89.50, 0, 2),
  (6, 'Mug', 7.50, 40, 3),
  (7, 'Teapot', 24.00, 6, 3),
  (8, 'Bread knife', 18.20, 9, 3),
  (9, 'Gift card', 25.00, 100, NULL);

INSERT INTO customer (id, name, city, referrer_id)
VALUES
  (1, 'Nora', 'Bergen', NULL),
  (2, 'Ivo', 'Porto', 1),
  (3, 'Mika', 'Graz', 1),
  (4, 'Lena', 'Porto', 2),
  (5, 'Omar', 'Bergen', NULL),
  (6, 'Tess', 'Leeds', 3);

INSERT INTO sale (id, customer_id, product_id, amount, sold_on)
VALUES
  (1, 1, 1, 1, '2024-01-12'),
  (2, 1, 2, 4, '2024-01-12'),
  (3, 2, 6, 6, '2024-02-03'),
  (4, 3, 4, 1, '2024-02-17'),
  (5, 2, 7, 1, '2024-03-08'),
  (6, 4, 6, 2, '2024-03-08'),
  (7, 3, 2, 2, '2024-04-21'),
  (8, 5, 9, 1, '2024-05-30'),
  (9, 1, 8, 1, '2024-06-14'),
  (10, 4, 4, 2, '2024-06-15');

INSERT INTO weather (station, day, celsius, rain)
VALUES
  ('Bergen', '2024-06-01', 12, 18),
  ('Bergen', '2024-06-02', 14, 3),
  ('Bergen', '2024-06-03', 13, NULL),
  ('Bergen', '2024-06-04', 17, 0),
  ('Bergen', '2024-06-05', 19, 0),
  ('Porto', '2024-06-01', 22, 0),
  ('Porto', '2024-06-02', 24, 0),
  ('Porto', '2024-06-03', 21, 6),
  ('Porto', '2024-06-04', 19, 11),
  ('Porto', '2024-06-05', 23, 0),
  ('Oslo', '2024-06-01', 16, 2),
  ('Oslo', '2024-06-02', 18, 0),
  ('Oslo', '2024-06-03', 15, 9);
