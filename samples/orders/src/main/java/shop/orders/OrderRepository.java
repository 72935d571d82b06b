package shop.orders;

import org.springframework.data.jdbc.repository.query.Modifying;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.ListCrudRepository;

import java.util.List;

public interface OrderRepository extends ListCrudRepository<Order, Long> {

    /** Orders that are to be shipped, with their items, the oldest first. */
    @Query(value = """
            select o.id, o.customer, o.placed_on, o.status, i.product, i.quantity, i.price
            from orders o join order_item i on i.order_id = o.id
            where o.status = 'OPEN'
            order by o.id, i.position
            """, resultSetExtractorClass = OrderRows.class)
    List<Order> findOpen();

    @Modifying
    @Query("update orders set status = 'SHIPPED' where id = :id and status = 'OPEN'")
    boolean ship(long id);
}
