package service;

import org.glassfish.jersey.server.ResourceConfig;
import org.springframework.stereotype.Component;

@Component
public class Resources extends ResourceConfig {

    public Resources() {
        register(WorldResource.class);
    }
}
