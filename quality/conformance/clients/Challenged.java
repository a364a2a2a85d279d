import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.PasswordAuthentication;
import java.net.URI;

/** Gets a token with HttpURLConnection, which sends credentials only in response to a challenge. */
public class Challenged {
  public static void main(String[] arguments) throws Exception {
    Authenticator.setDefault(new Authenticator() {
      protected PasswordAuthentication getPasswordAuthentication() {
        return new PasswordAuthentication(System.getenv("KEY_ID"), System.getenv("KEY_SECRET").toCharArray());
      }
    });
    URI address = URI.create(System.getenv("BASE_URL") + "/auth/v1/token");
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setDoOutput(true);
    // The default of Apache HttpClient and its RequestBuilder.
    connection.setRequestProperty("Content-Type", "application/x-www-form-urlencoded; charset=ISO-8859-1");
    connection.getOutputStream().write("grant_type=client_credentials".getBytes());
    System.out.println(new String(connection.getInputStream().readAllBytes()));
  }
}
