-- The small shop and the weather diary that the examples of sql-essentials.md read and change, on SQLite and on PostgreSQL.
-- It has a bit of everything a query may meet: a category without products, a product without a category and one without
-- stock, equal prices, customers who came through another one, one who never bought, one with two accounts, emails with
-- stray spaces, an empty and a missing email, and a day without a rain reading. No price is a whole number, because SQLite
-- would show it without decimals.

-- The rows below get the ids 1, 2, 3 and so on; a row that an example inserts without an id gets the next one. SQLite numbers
-- an INTEGER PRIMARY KEY by itself and ignores its default. PostgreSQL takes the default: the next number of a sequence, which
-- it creates for each SERIAL column of this table. To SQLite, SERIAL is a type name like any other.
CREATE TABLE next_id (
  category SERIAL,
  product SERIAL,
  customer SERIAL,
  sale SERIAL
);

CREATE TABLE category (
  id INTEGER PRIMARY KEY DEFAULT (NEXTVAL('next_id_category_seq')),
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE product (
  id INTEGER PRIMARY KEY DEFAULT (NEXTVAL('next_id_product_seq')),
  name TEXT NOT NULL,
  price NUMERIC(8, 2) NOT NULL,
  stock INTEGER NOT NULL DEFAULT 0,
  category_id INTEGER REFERENCES category (id)
);

CREATE TABLE customer (
  id INTEGER PRIMARY KEY DEFAULT (NEXTVAL('next_id_customer_seq')),
  name TEXT NOT NULL,
  email TEXT,
  city TEXT NOT NULL,
  referrer_id INTEGER REFERENCES customer (id)
);

CREATE TABLE sale (
  id INTEGER PRIMARY KEY DEFAULT (NEXTVAL('next_id_sale_seq')),
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  product_id INTEGER NOT NULL REFERENCES product (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  sold_on DATE NOT NULL
);

CREATE TABLE weather (
  station TEXT NOT NULL,
  day DATE NOT NULL,
  celsius INTEGER NOT NULL,
  rain INTEGER,
  PRIMARY KEY (station, day)
);

INSERT INTO category (name)
VALUES
  ('Furniture'),
  ('Lighting'),
  ('Kitchen'),
  ('Garden');

INSERT INTO product (name, price, stock, category_id)
VALUES
  ('Oak desk', 249.50, 3, 1),
  ('Oak chair', 89.50, 12, 1),
  ('Bookshelf', 119.50, 5, 1),
  ('Desk lamp', 34.90, 8, 2),
  ('Floor lamp', 89.50, 0, 2),
  ('Mug', 7.50, 40, 3),
  ('Teapot', 24.50, 6, 3),
  ('Bread knife', 18.20, 9, 3),
  ('Gift box', 22.50, 100, NULL);

INSERT INTO customer (name, email, city, referrer_id)
VALUES
  ('Nora', 'nora@example.org', 'Bergen', NULL),
  ('Ivo', 'ivo@example.org', 'Porto', 1),
  ('Mika', '', 'Graz', 1),
  ('Lena', ' lena@example.org', 'Porto', 2),
  ('Omar', 'omar@example.org', 'Bergen', NULL),
  ('Tess', NULL, 'Leeds', 3),
  ('Ivo', 'Ivo@example.org ', 'Porto', NULL);

INSERT INTO sale (customer_id, product_id, quantity, sold_on)
VALUES
  (1, 1, 1, '2024-01-12'),
  (1, 2, 4, '2024-01-12'),
  (2, 6, 6, '2024-02-03'),
  (3, 4, 1, '2024-02-17'),
  (2, 7, 1, '2024-03-08'),
  (4, 6, 2, '2024-03-08'),
  (3, 2, 2, '2024-04-21'),
  (5, 9, 1, '2024-05-30'),
  (1, 8, 1, '2024-06-14'),
  (4, 4, 2, '2024-06-15');

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
