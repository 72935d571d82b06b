CREATE TABLE orders (id bigint PRIMARY KEY, customer int NOT NULL, INDEX (customer));
CREATE TABLE item (id bigint PRIMARY KEY, order_id bigint NOT NULL, name varchar(100) NOT NULL,
    price decimal(10, 2) NOT NULL, FOREIGN KEY (order_id) REFERENCES orders (id));
INSERT INTO orders SELECT seq, seq % 1000 FROM seq_1_to_5000;
INSERT INTO item SELECT seq, seq % 5000 + 1, CONCAT('item ', seq), seq / 100.0 FROM seq_1_to_15000;
