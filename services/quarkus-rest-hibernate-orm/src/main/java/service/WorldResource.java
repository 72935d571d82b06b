package service;

import jakarta.persistence.EntityManager;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

import java.util.ArrayList;
import java.util.List;

@Path("/")
public class WorldResource {

    private final EntityManager entities;

    public WorldResource(EntityManager entities) {
        this.entities = entities;
    }

    @GET
    @Path("persons")
    public List<Person> persons() {
        return entities.createQuery("from Person", Person.class).getResultList();
    }

    @GET
    @Path("world/{id}")
    public World world(@RestPath int id) {
        return entities.find(World.class, id);
    }

    @GET
    @Path("worlds")
    public List<World> worlds(@RestQuery String ids) {
        List<World> worlds = new ArrayList<>();
        for (String id : ids.split(",")) {
            worlds.add(entities.find(World.class, Integer.valueOf(id)));
        }
        return worlds;
    }
}
