package service;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import java.util.ArrayList;
import java.util.List;

/** What no repository exports: rows by id, one after another. */
@RestController
public class WorldsController {

    private final WorldRepository worlds;

    public WorldsController(WorldRepository worlds) {
        this.worlds = worlds;
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
