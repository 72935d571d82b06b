create table if not exists shipment (
  id          bigint       not null auto_increment primary key,
  destination varchar(100) not null,
  delivered   boolean      not null
);

create table if not exists parcel (
  id          bigint       not null auto_increment primary key,
  shipment_id bigint       not null references shipment (id),
  content     varchar(100) not null,
  grams       int          not null,
  index parcel_of_shipment (shipment_id)
);
