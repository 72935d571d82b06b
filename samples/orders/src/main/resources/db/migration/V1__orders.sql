create table orders (
  id        bigint generated always as identity primary key,
  customer  varchar(100) not null,
  placed_on date         not null,
  status    varchar(10)  not null
);
create index orders_open on orders (id) where status = 'OPEN';

create table order_item (
  order_id bigint         not null references orders,
  position int            not null,
  product  varchar(100)   not null,
  quantity int            not null,
  price    numeric(10, 2) not null,
  primary key (order_id, position)
);
