package service;

import org.springframework.stereotype.Component;

import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

@Component
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public class WorldResource {

    private final PersonRepository persons;
    private final WorldRepository worlds;

    public WorldResource(PersonRepository persons, WorldRepository worlds) {
        this.persons = persons;
        this.worlds = worlds;
    }

    @GET
    @Path("persons")
    public CompletionStage<List<Person>> persons() {
        return Single.fromCallable(persons::findAll).subscribeOn(Schedulers.io()).toCompletionStage();
    }

    @GET
    @Path("world/{id}")
    public CompletionStage<World> world(@PathParam("id") int id) {
        return Single.fromCallable(() -> find(id)).subscribeOn(Schedulers.io()).toCompletionStage();
    }

    @GET
    @Path("worlds")
    public CompletionStage<List<World>> worlds(@QueryParam("ids") String ids) {
        return Observable.fromStream(Stream.of(ids.split(","))).map(id -> find(Integer.parseInt(id)))
                .subscribeOn(Schedulers.io()).toList().toCompletionStage();
    }

    private World find(int id) {
        return worlds.findById(id).orElseThrow();
    }
}
