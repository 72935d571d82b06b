package service;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

import java.util.List;

@Path("/")
public class WorldResource {

    private final WorldRepository repository;

    public WorldResource(WorldRepository repository) {
        this.repository = repository;
    }

    @GET
    @Path("persons")
    public Uni<List<Person>> persons() {
        return repository.persons();
    }

    @GET
    @Path("world/{id}")
    public Uni<World> world(@RestPath int id) {
        return repository.world(id);
    }

    @GET
    @Path("worlds")
    public Uni<List<World>> worlds(@RestQuery String ids) {
        return Multi.createFrom().items(ids.split(",")).onItem()
                .transformToUniAndConcatenate(id -> repository.world(Integer.parseInt(id))).collect().asList();
    }
}
