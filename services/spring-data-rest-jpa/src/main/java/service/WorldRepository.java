package service;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.rest.core.annotation.RepositoryRestResource;

@RepositoryRestResource(path = "world")
public interface WorldRepository extends JpaRepository<World, Integer> {
}
