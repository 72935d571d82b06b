package service;

public record Person(int id, String firstName, String lastName) {
}
