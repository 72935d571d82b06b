package service;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import java.util.ArrayList;
import java.util.List;

@RestController
public class WorldController {

    private final WorldRepository repository;

    public WorldController(WorldRepository repository) {
        this.repository = repository;
    }

    @GetMapping("/persons")
    public List<Person> persons() {
        return repository.persons();
    }

    @GetMapping("/world/{id}")
    public World world(@PathVariable int id) {
        return repository.world(id);
    }

    @GetMapping("/worlds")
    public List<World> worlds(@RequestParam List<Integer> ids) {
        List<World> worlds = new ArrayList<>();
        for (int id : ids) {
            worlds.add(repository.world(id));
        }
        return worlds;
    }
}
