CREATE TABLE orders (id bigint PRIMARY KEY, customer int NOT NULL);
CREATE TABLE item (id bigint PRIMARY KEY, order_id bigint NOT NULL, name text NOT NULL, price numeric(10, 2) NOT NULL);
INSERT INTO orders SELECT n, n % 1000 FROM generate_series(1, 5000) n;
INSERT INTO item SELECT n, n % 5000 + 1, 'item ' || n, n / 100.0 FROM generate_series(1, 15000) n;
CREATE INDEX ON orders (customer);
CREATE INDEX ON item (order_id);
