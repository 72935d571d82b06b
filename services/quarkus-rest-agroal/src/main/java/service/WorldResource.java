package service;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** On virtual threads; a build with QUARKUS_VIRTUAL_THREADS_ENABLED=false has the worker pool instead. */
@Path("/")
@RunOnVirtualThread
public class WorldResource {

    private final WorldRepository repository;

    public WorldResource(WorldRepository repository) {
        this.repository = repository;
    }

    @GET
    @Path("persons")
    public List<Person> persons() throws SQLException {
        return repository.persons();
    }

    @GET
    @Path("world/{id}")
    public World world(@RestPath int id) throws SQLException {
        return repository.world(id);
    }

    @GET
    @Path("worlds")
    public List<World> worlds(@RestQuery String ids) throws SQLException {
        List<World> worlds = new ArrayList<>();
        for (String id : ids.split(",")) {
            worlds.add(repository.world(Integer.parseInt(id)));
        }
        return worlds;
    }
}
