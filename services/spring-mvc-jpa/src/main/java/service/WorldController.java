package service;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import java.util.ArrayList;
import java.util.List;

@RestController
public class WorldController {

    private final PersonRepository persons;
    private final WorldRepository worlds;

    public WorldController(PersonRepository persons, WorldRepository worlds) {
        this.persons = persons;
        this.worlds = worlds;
    }

    @GetMapping("/persons")
    public List<Person> persons() {
        return persons.findAll();
    }

    @GetMapping("/world/{id}")
    public World world(@PathVariable int id) {
        return worlds.findById(id).orElseThrow();
    }

    @GetMapping("/worlds")
    public List<World> worlds(@RequestParam List<Integer> ids) {
        List<World> found = new ArrayList<>();
        for (int id : ids) {
            found.add(worlds.findById(id).orElseThrow());
        }
        return found;
    }
}
