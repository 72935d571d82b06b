package service;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

import java.util.List;

@Path("/")
public class WorldResource {

    private final Mutiny.SessionFactory sessions;

    public WorldResource(Mutiny.SessionFactory sessions) {
        this.sessions = sessions;
    }

    @GET
    @Path("persons")
    public Uni<List<Person>> persons() {
        return sessions.withSession(session -> session.createQuery("from Person", Person.class).getResultList());
    }

    @GET
    @Path("world/{id}")
    public Uni<World> world(@RestPath int id) {
        return sessions.withSession(session -> session.find(World.class, id));
    }

    @GET
    @Path("worlds")
    public Uni<List<World>> worlds(@RestQuery String ids) {
        return sessions.withSession(session -> Multi.createFrom().items(ids.split(",")).onItem()
                .transformToUniAndConcatenate(id -> session.find(World.class, Integer.valueOf(id))).collect().asList());
    }
}
