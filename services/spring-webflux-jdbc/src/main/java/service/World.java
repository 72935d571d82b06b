package service;

public record World(int id, int randomNumber) {
}
