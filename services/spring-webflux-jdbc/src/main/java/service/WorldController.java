package service;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import java.util.List;
import java.util.concurrent.Callable;

@RestController
public class WorldController {

    private final WorldRepository repository;

    public WorldController(WorldRepository repository) {
        this.repository = repository;
    }

    @GetMapping("/persons")
    public Mono<List<Person>> persons() {
        return blocking(repository::persons);
    }

    @GetMapping("/world/{id}")
    public Mono<World> world(@PathVariable int id) {
        return blocking(() -> repository.world(id));
    }

    @GetMapping("/worlds")
    public Mono<List<World>> worlds(@RequestParam List<Integer> ids) {
        return blocking(() -> ids.stream().map(repository::world).toList());
    }

    /** The way that Reactor's reference names for a call that blocks. */
    private static <T> Mono<T> blocking(Callable<T> call) {
        return Mono.fromCallable(call).subscribeOn(Schedulers.boundedElastic());
    }
}
