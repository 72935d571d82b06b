package service;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class World {

    @Id
    private Integer id;
    @Column(name = "randomnumber")
    private Integer randomNumber;

    public Integer getId() {
        return id;
    }

    public Integer getRandomNumber() {
        return randomNumber;
    }
}
