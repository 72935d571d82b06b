package service;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import java.util.List;

@RestController
public class WorldController {

    private final WorldRepository repository;

    public WorldController(WorldRepository repository) {
        this.repository = repository;
    }

    @GetMapping("/persons")
    public Flux<Person> persons() {
        return repository.persons();
    }

    @GetMapping("/world/{id}")
    public Mono<World> world(@PathVariable int id) {
        return repository.world(id);
    }

    @GetMapping("/worlds")
    public Flux<World> worlds(@RequestParam List<Integer> ids) {
        return Flux.fromIterable(ids).concatMap(repository::world);
    }
}
